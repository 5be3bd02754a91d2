//! The picture of growth: what a layer takes against the number of positions, both with logarithms.

use plotters::chart::ChartBuilder;
use plotters::coord::combinators::IntoLogRange;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, Text};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle, WHITE};
use serde_json::Value;

use super::figures::{grouped, number, rows, time};

const SIZE: (u32, u32) = (760, 480);
const INK: RGBColor = RGBColor(60, 60, 60);
/// Told apart also by those who do not tell red from green.
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// Positions, and nanoseconds a layer.
type Point = (u64, u64);

/// A line of the picture.
struct Curve {
    name: &'static str,
    points: Vec<Point>,
    /// The slope that a guide shows: as the positions, or as their square.
    power: u32,
}

/// The picture, as SVG.
///
/// # Errors
/// Where there is nothing to draw, or the library refuses; it writes to memory alone.
pub fn picture(results: &Value) -> Result<String, String> {
    let mut svg = String::new();
    draw(&curves(results), &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn curves(results: &Value) -> [Curve; 2] {
    let rows = || rows(results, "/attention/rows").iter().filter(|row| row["case"] == "majority");
    let ours =
        |row: &Value| Some((number(row, "/tokens")?, number(row, "/whole/least")? / number(row, "/layers")?));
    let dense = |row: &Value| Some((number(row, "/tokens")?, number(row, "/numpy/layer")?));
    [
        Curve { name: "circ, exact", points: rows().filter_map(ours).collect(), power: 1 },
        Curve { name: "NumPy, dense, f64", points: rows().filter_map(dense).collect(), power: 2 },
    ]
}

fn draw(curves: &[Curve], svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let far = all().map(|(x, _)| *x).max().ok_or("no points to draw")?;
    let near = all().map(|(x, _)| *x).min().unwrap_or(1).max(2);
    let high = all().map(|(_, y)| *y).max().unwrap_or(1);
    let low = all().map(|(_, y)| *y).min().unwrap_or(1).max(2);

    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let title = "time of a layer of average-hard attention, against the number of positions";
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18).into_font().color(&INK))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(
            (near * 3 / 4..far * 3 / 2).log_scale().base(2.0),
            (low / 2..high * 3).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("positions")
        .x_labels(16)
        .y_labels(10)
        .x_label_formatter(&|x| grouped(*x))
        .y_label_formatter(&|y| time(*y).replace(".00 ", " ").replace(".0 ", " "))
        .axis_style(INK)
        .bold_line_style(INK.mix(0.15))
        .light_line_style(WHITE)
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .draw()?;
    for (curve, colour) in curves.iter().zip(COLOURS) {
        let Some(&last) = curve.points.last() else { continue };
        let guide = curve.points.iter().map(|(x, _)| (*x, scaled(last, *x, curve.power)));
        let guide = guide.filter(|(_, y)| *y > low / 2);
        chart.draw_series(DashedLineSeries::new(guide, 2, 4, ShapeStyle::from(&INK.mix(0.6))))?;
        let thick = ShapeStyle::from(&colour).stroke_width(3);
        chart.draw_series(LineSeries::new(curve.points.iter().copied(), thick))?;
        chart.draw_series(curve.points.iter().map(|point| Circle::new(*point, 4, colour.filled())))?;
        let (x, y) = (curve.points[0].0, curve.points[curve.points.len() / 4].1);
        let name = Text::new(curve.name, (x, y * 2), ("sans-serif", 16).into_font().color(&colour));
        chart.draw_series([name])?;
    }
    let legend = "dotted: exactly linear and exactly quadratic, through the last point";
    root.draw(&Text::new(legend, (90, 44), ("sans-serif", 13).into_font().color(&INK)))?;
    root.present()?;
    drop(chart);
    Ok(())
}

/// The height at `x` of the line through a point, with this slope.
fn scaled((last, y): Point, x: u64, power: u32) -> u64 {
    let share = u128::from(y) * u128::from(x).pow(power) / u128::from(last).pow(power);
    u64::try_from(share).unwrap_or(y)
}
