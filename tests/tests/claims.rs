//! Claims of classes: those that are true are accepted, and each way to break one is rejected at the expression that
//! does.

mod claims {
    mod boolean;
    mod catalogue;
    mod depth;
    mod files;
    mod gates;
    mod held;
    mod sizes;
    mod support;
}
