//! Every code that a message can have, and what it is about.

/// In order: errors by subject, then warnings, then notes. What a code means is in the text of its facts.
#[rustfmt::skip]
pub const CODES: &[&str] = &[
    "E0101", "E0102", "E0103", "E0104", "E0105", "E0106", "E0107", "E0108", "E0109",
    "E0110", "E0111", "E0112", "E0113", "E0114", "E0115", "E0116", "E0117", "E0118", "E0119",
    "E0120", "E0121", "E0122", "E0123", "E0124", "E0125", "E0126", "E0127", "E0128", "E0129",
    "E0130", "E0131", "E0132", "E0133", "E0134", "E0135", "E0136", "E0137", "E0138", "E0139",
    "E0140", "E0141", "E0142", "E0143", "E0144", "E0145", "E0146", "E0147", "E0148", "E0149",
    "E0150",
    "E0201", "E0202", "E0203", "E0204", "E0205", "E0206", "E0207", "E0208", "E0209",
    "E0210", "E0211", "E0212", "E0213", "E0214", "E0216", "E0217", "E0218", "E0219",
    "E0220", "E0221", "E0222",
    "E0230", "E0231", "E0232", "E0233", "E0234", "E0235", "E0236",
    "E0240", "E0241",
    "E0301", "E0302", "E0303", "E0304", "E0305", "E0306", "E0307", "E0308", "E0309",
    "E0310", "E0311", "E0312", "E0313", "E0314", "E0315", "E0316", "E0317", "E0318", "E0319",
    "E0320", "E0321", "E0322", "E0323", "E0324", "E0325", "E0326", "E0327", "E0328", "E0329",
    "E0330", "E0331", "E0332", "E0333", "E0334", "E0335", "E0336", "E0337", "E0338", "E0339",
    "E0340", "E0341", "E0342", "E0343", "E0344", "E0345", "E0346", "E0347", "E0348", "E0349",
    "E0350", "E0351", "E0352", "E0353",
    "E0360", "E0361", "E0362", "E0363", "E0364", "E0365",
    "E0370", "E0371", "E0372", "E0373",
    "E0390", "E0391", "E0392", "E0393",
    "E0401", "E0402", "E0403", "E0404", "E0405", "E0406", "E0407", "E0408", "E0409",
    "E0410", "E0411", "E0412", "E0413", "E0414", "E0415",
    "E0420", "E0421", "E0422", "E0423", "E0424", "E0425", "E0426",
    "E0499",
    "E0501", "E0502", "E0503", "E0504", "E0505", "E0506", "E0507", "E0508", "E0509",
    "E0510", "E0511", "E0512", "E0513", "E0514", "E0515", "E0516", "E0517", "E0518", "E0519",
    "E0520", "E0521", "E0522",
    "E0530",
    "E0541", "E0542", "E0543", "E0544", "E0545",
    "E0550", "E0551", "E0552", "E0553", "E0554",
    "E0560", "E0561", "E0562", "E0563", "E0564", "E0565", "E0566", "E0567", "E0568", "E0569",
    "E0570", "E0571", "E0572", "E0573", "E0574",
    "E0575", "E0576", "E0577", "E0578", "E0579",
    "E0580", "E0581", "E0582",
    "E0599",
    "E0601", "E0602", "E0603", "E0604", "E0605", "E0606", "E0607", "E0608", "E0609",
    "E0610", "E0611",
    "E0620", "E0621",
    "E0622", "E0623", "E0624",
    "E0626", "E0627", "E0628", "E0629",
    "E0630",
    "W0101", "W0102",
    "W0201", "W0202", "W0203", "W0204", "W0205",
    "W0301", "W0302", "W0303", "W0304", "W0305", "W0306",
    "W0401", "W0402",
    "N0601",
];

/// What codes are about, and how those codes start; of two the longer start counts.
pub const SUBJECTS: &[(&str, &[&str])] = &[
    ("Text that is no program", &["E01"]),
    ("Names, alphabets, `match` and the ring", &["E02"]),
    ("Files and `use`", &["E023"]),
    ("Types, shapes, stages and calls", &["E03"]),
    ("Faults at one size", &["E04"]),
    ("Budgets", &["E042"]),
    ("Data and options of the command line", &["E05"]),
    ("Files of circuits and transformers", &["E0552", "E0553", "E0554", "E056"]),
    ("Traces and patches", &["E0575", "E0576", "E0577", "E0578", "E0579", "E063"]),
    ("Classes", &["E06"]),
    ("Sequence programs", &["E062"]),
    ("Pictures and new projects", &["E0622", "E0623", "E0624"]),
    ("The prompt", &["E0626", "E0627", "E0628", "E0629"]),
    ("Faults of circ itself", &["E0499", "E0599"]),
    ("Warnings", &["W"]),
    ("Notes", &["N"]),
];

/// What a code is about, in the words of [`SUBJECTS`].
pub fn subject(code: &str) -> Option<&'static str> {
    let fits = |starts: &[&str]| starts.iter().filter(|s| code.starts_with(**s)).map(|s| s.len()).max();
    let found = SUBJECTS.iter().filter_map(|(name, starts)| Some((fits(starts)?, *name))).max();
    found.map(|(_, name)| name)
}
