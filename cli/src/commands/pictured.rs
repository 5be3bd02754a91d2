//! `circ build --emit svg|tikz|dot`: the circuit of a family, or one from a file, as a picture.

use circ_compiler::{Program, Severity, Sources};

use crate::args::{Build, Emit};
use crate::commands::run::{build, instance, prepare};
use crate::listing::drawing::{Subject, dot, svg, tikz};
use crate::output::to_output;
use crate::programs::{Held, Misfits, Opened, open};
use crate::session::{Ended, Session, Stop};

/// Draws it.
pub(crate) fn picture(session: &Session, args: &Build, form: Emit) -> Ended<()> {
    let path = &args.target.file;
    match open(session, path)? {
        Opened::Source(loaded) => {
            let (file, program) = session.take(path, *loaded, Severity::Warning)?;
            picture_program(session, args, form, &file, program)
        }
        Opened::Circuit(circuit, _) => {
            options(args, Held::Circuit).end(session)?;
            write(session, args, form, Subject::circuit(&circuit))
        }
        Opened::Transformer(_) => {
            let instead = "`circ lower` writes it as a circuit, and of that there is a picture";
            Misfits::new(path, Held::Transformer).refuse(true, "circ build", instead).end(session)?;
            Err(Stop::Told)
        }
    }
}

/// As [`picture`], of a family of a program that has been checked.
pub(crate) fn picture_program(
    session: &Session,
    args: &Build,
    form: Emit,
    file: &Sources,
    mut program: Program,
) -> Ended<()> {
    let id = session.family(&program, args.target.family.as_deref())?;
    let family = instance(session, &mut program, id, &args.data)?;
    let data = prepare(session, file, &program, &family, &args.data, false)?;
    let built = build(session, file, &program, family.id, &data.sizes)?;
    write(session, args, form, Subject::built(&built, file))
}

/// The options that say which circuit of a family is meant.
fn options(args: &Build, held: Held) -> Misfits<'_> {
    let data = &args.data;
    let mut misfits = Misfits::new(&args.target.file, held);
    misfits.families(args.target.family.is_some(), !data.params.is_empty(), !data.types.types.is_empty());
    misfits.refuse(!data.inputs.is_empty(), "--input", "leave it out: a picture has no values");
    misfits
}

fn write(session: &Session, args: &Build, form: Emit, subject: Subject<'_>) -> Ended<()> {
    let drawn = match form {
        Emit::Svg => svg(subject, args.fold),
        Emit::Tikz => tikz(subject, args.fold),
        _ => dot(subject, args.fold),
    };
    let text = drawn.map_err(|fact| session.refuse([*fact]))?;
    to_output(session, args.output.as_deref(), &mut |out| out.write_all(text.as_bytes()))
}
