//! A picture of one or two families: depth and size against n, formulas as lines and built sizes as points.
//!
//! The same pages give the same bytes: no font of the system is asked for, and what is drawn is integers.

use circ_compiler::formula::{Formula, Symbol};
use circ_runtime::Num;
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Text};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle, WHITE};

use super::figure::{Figure, Known};
use super::page::Page;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failed = Box<dyn std::error::Error>;

/// Of each panel.
const PANEL: (u32, u32) = (460, 380);
/// Of a line of the legend.
const LEGEND: u32 = 22;
/// Told apart also by those who do not tell red from green.
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];
/// A thin line on a broad one, and a ring round a dot, are seen where two families have the same figures.
const WIDTHS: [u32; 2] = [4, 2];
const RADII: [i32; 2] = [4, 6];
const INK: RGBColor = RGBColor(60, 60, 60);
/// A formula is drawn at so many sizes at most.
const SAMPLES: u64 = 400;
/// A legend is no longer, in characters.
const LONGEST: usize = 54;
/// A size beyond is not on the axis.
const FARTHEST: u64 = 1 << 40;
/// What is larger is not drawn.
const HIGHEST: u64 = 1 << 60;

/// One family in one panel.
struct Curve {
    /// `parity: 9, O(1), exact from n = 3`
    legend: String,
    line: Vec<(u64, u64)>,
    style: Style,
    points: Vec<(u64, u64)>,
}

#[derive(Clone, Copy)]
enum Style {
    /// Exact.
    Whole,
    /// At most.
    Dashed,
    /// Observed.
    Dotted,
}

/// Draws pages, at most two.
///
/// # Errors
/// Where the library refuses; it writes to memory alone.
pub(crate) fn picture(pages: &[&Page]) -> Result<String, String> {
    let mut svg = String::new();
    draw(pages, &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(pages: &[&Page], svg: &mut String) -> Result<(), Failed> {
    let legend = LEGEND * (pages.len() as u32 + 1);
    let root = SVGBackend::with_string(svg, (2 * PANEL.0, PANEL.1 + legend)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(PANEL.0);
    let x = axis(pages);
    panel(&left, "depth", &x, &curves(pages, |page| &page.depth, "depth"))?;
    panel(&right, "size, in gates", &x, &curves(pages, |page| &page.size, "gates"))?;
    root.present()?;
    Ok(())
}

/// What runs along the bottom.
struct Axis {
    name: String,
    from: u64,
    to: u64,
}

impl Axis {
    /// What is left free beside the largest size.
    fn room(&self) -> u64 {
        (self.to - self.from) / 30 + 1
    }
}

fn axis(pages: &[&Page]) -> Axis {
    let sizes = || pages.iter().flat_map(|page| &page.measured.rows).map(|row| row.asked);
    let mut names: Vec<String> = Vec::new();
    for page in pages {
        let name = page.varying().join(" = ");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (from, to) = (sizes().min().unwrap_or(1), sizes().max().unwrap_or(16));
    let from = from.min(FARTHEST);
    Axis { name: names.join(", "), from, to: to.clamp(from + 1, FARTHEST + 1) }
}

fn curves(pages: &[&Page], figure: impl Fn(&Page) -> &Figure, key: &str) -> Vec<Curve> {
    let x = axis(pages);
    pages
        .iter()
        .map(|page| {
            let figure = figure(page);
            let points = page.measured.rows.iter().filter_map(|row| Some((row.asked, row.number(key)?)));
            let points = points.filter(|(size, _)| *size <= x.to).collect();
            Curve { legend: legend(page, figure), line: line(page, figure, &x), style: style(figure), points }
        })
        .collect()
}

fn style(figure: &Figure) -> Style {
    match figure.known {
        Known::Exact(_) => Style::Whole,
        Known::AtMost(_) => Style::Dashed,
        Known::Observed(_) | Known::No => Style::Dotted,
    }
}

fn legend(page: &Page, figure: &Figure) -> String {
    let said = match (&figure.formula, &figure.known) {
        (Some(formula), Known::Exact(_)) => format!("exactly {formula}"),
        (Some(formula), Known::AtMost(_)) => format!("at most {formula}"),
        (Some(formula), _) => format!("{formula}, only observed"),
        (None, _) => "no formula".into(),
    };
    let said = format!("{}: {said}", page.family);
    if said.chars().count() <= LONGEST {
        return said;
    }
    let growth = figure.growth.as_deref().unwrap_or_default();
    let short = match figure.known {
        Known::Exact(_) => format!("{}: exact, {growth}", page.family),
        Known::AtMost(_) => format!("{}: an upper bound, {growth}", page.family),
        _ => format!("{}: observed, {growth}", page.family),
    };
    short.chars().take(LONGEST).collect()
}

/// The formula at the sizes of the axis, from the size on from which it holds.
fn line(page: &Page, figure: &Figure, x: &Axis) -> Vec<(u64, u64)> {
    let Some(formula) = &figure.of else { return Vec::new() };
    let from = match figure.known {
        Known::Exact(from) | Known::Observed(from) => from.max(x.from),
        _ => x.from,
    };
    let step = ((x.to - x.from) / SAMPLES).max(1);
    let mut sizes: Vec<u64> = (0..=SAMPLES).map(|at| from.saturating_add(at * step)).collect();
    sizes.retain(|size| *size < x.to);
    sizes.push(x.to);
    sizes.into_iter().filter_map(|size| Some((size, value(page, formula, size)?))).collect()
}

fn value(page: &Page, formula: &Formula, size: u64) -> Option<u64> {
    let found = formula.at(&|symbol| match symbol {
        Symbol::Param(index) => {
            let fixed = page.fixed.get(index as usize).copied().flatten();
            Some(Num::int(i64::try_from(fixed.unwrap_or(size)).ok()?))
        }
        Symbol::Var(_) => None,
    })?;
    found.ceil().to_u64().filter(|value| *value <= HIGHEST)
}

fn panel(area: &Area<'_>, title: &str, x: &Axis, curves: &[Curve]) -> Result<(), Failed> {
    let (chart, legend) = area.split_vertically(PANEL.1);
    let all = || curves.iter().flat_map(|curve| curve.line.iter().chain(&curve.points)).map(|(_, y)| *y);
    let most = all().max().unwrap_or(1).max(1);
    let least = all().filter(|y| *y > 0).min().unwrap_or(1);
    // What differs by more than two orders of magnitude needs logarithms to be told apart.
    if most / least >= 200 {
        let title = format!("{title} (logarithmic)");
        plot(&chart, &title, x, (least / 2..most.saturating_mul(2)).log_scale(), curves)?;
    } else {
        plot(&chart, title, x, 0..most + most / 8 + 1, curves)?;
    }
    keys(&legend, curves)
}

fn plot<Y>(area: &Area<'_>, title: &str, x: &Axis, y: Y, curves: &[Curve]) -> Result<(), Failed>
where
    Y: AsRangedCoord<Value = u64>,
    Y::CoordDescType: Ranged<ValueType = u64> + ValueFormatter<u64>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18).into_font().color(&INK))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(x.from.saturating_sub(1)..x.to + x.room(), y)?;
    chart
        .configure_mesh()
        .x_desc(x.name.as_str())
        .x_labels(8)
        .y_labels(8)
        .axis_style(INK)
        .bold_line_style(INK.mix(0.15))
        .light_line_style(WHITE)
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .draw()?;
    for (at, (curve, colour)) in curves.iter().zip(COLOURS).enumerate() {
        let line = curve.line.iter().copied();
        let thick = ShapeStyle::from(&colour).stroke_width(WIDTHS[at]);
        match curve.style {
            Style::Whole => chart.draw_series(LineSeries::new(line, thick))?,
            Style::Dashed => chart.draw_series(DashedLineSeries::new(line, 8, 5, thick))?,
            Style::Dotted => chart.draw_series(DashedLineSeries::new(line, 2, 4, thick))?,
        };
        chart
            .draw_series(curve.points.iter().map(|point| Circle::new(*point, RADII[at], dot(at, colour))))?;
    }
    Ok(())
}

fn dot(at: usize, colour: RGBColor) -> ShapeStyle {
    if at == 0 { colour.filled() } else { colour.stroke_width(2) }
}

/// What the lines and points are.
fn keys(area: &Area<'_>, curves: &[Curve]) -> Result<(), Failed> {
    let text = |colour: &RGBColor| ("sans-serif", 14).into_font().color(colour);
    for (at, (curve, colour)) in curves.iter().zip(COLOURS).enumerate() {
        let middle = (LEGEND * at as u32 + LEGEND / 2) as i32;
        let thick = ShapeStyle::from(&colour).stroke_width(WIDTHS[at]);
        let dashes: &[(i32, i32)] = match curve.style {
            Style::Whole => &[(14, 41)],
            Style::Dashed => &[(14, 22), (27, 35)],
            Style::Dotted => &[(14, 16), (20, 22), (26, 28), (32, 34), (38, 40)],
        };
        for (from, to) in dashes {
            area.draw(&PathElement::new(vec![(*from, middle), (*to, middle)], thick))?;
        }
        area.draw(&Circle::new((50, middle), RADII[at], dot(at, colour)))?;
        area.draw(&Text::new(curve.legend.clone(), (62, middle - 7), text(&colour)))?;
    }
    let middle = (LEGEND * curves.len() as u32 + LEGEND / 2) as i32;
    area.draw(&Text::new("lines: formulas; points: circuits that were built", (62, middle - 7), text(&INK)))?;
    Ok(())
}
