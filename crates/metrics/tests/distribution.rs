//! The laws of `shuffle_metrics::distribution` against values computed elsewhere, against each
//! other, and at their edges.

#[path = "distribution/chi_square.rs"]
mod chi_square;
#[path = "distribution/discrete.rs"]
mod discrete;
#[path = "distribution/noncentral.rs"]
mod noncentral;
#[path = "distribution/normal.rs"]
mod normal;
#[path = "distribution/refused.rs"]
mod refused;
#[path = "distribution/seam.rs"]
mod seam;

/// Fails unless `got` is within this relative error of `want`.
#[track_caller]
fn assert_relative(got: f64, want: f64, error: f64) {
    assert!((got / want - 1.0).abs() <= error, "{got:e} is not {want:e} to {error:e}");
}

/// Fails unless e^`got` is within this relative error of e^`want`.
#[track_caller]
fn assert_ln(got: f64, want: f64, error: f64) {
    assert!((got - want).abs() <= error, "e^{got} is not e^{want} to {error:e}");
}
