//! Metrics of orders and packs by the levels of a factor.

use crate::{Decks, Metric, Rows, Shape, Tally, catalogue::METRICS};

/// Whatever stands at the end of the rows, all metrics count, keep and judge as if it did not.
#[test]
fn metrics_of_orders_and_packs_see_no_level() {
    let pack = shuffle_deck::Pack::parse("a=2,b=3").unwrap();
    for shape in [Shape::whole(5), Shape::deal(5, 3).unwrap(), Shape::of_pack(pack, None).unwrap()]
    {
        let width = shape.width();
        let cards: [u8; 5] = if shape.is_order() { [0, 1, 2, 3, 4] } else { [0, 1, 0, 1, 1] };
        let row = |turn: usize| (0..width).map(move |at| cards[(at + turn) % 5]);
        let plain: Vec<u8> = (0..60).flat_map(row).collect();
        let with: Vec<u8> = (0..60).flat_map(|turn| row(turn).chain([turn as u8 % 7])).collect();
        let mut metrics = 0;
        for entry in METRICS {
            let Ok(metric) = entry.build(shape) else { continue };
            let by_level = entry.build(shape.by_level()).unwrap();
            let tally = |metric: &dyn Metric, shape, rows| {
                let mut tally = Tally::new(metric.cells());
                tally.observe(metric, &Decks::new(shape, 3, Rows::Narrow(rows)));
                tally
            };
            let seen = tally(metric.as_ref(), shape, &plain);
            assert!(seen == tally(by_level.as_ref(), shape.by_level(), &with), "{entry:?}");
            assert_eq!(metric.judge(&seen), by_level.judge(&seen));
            metrics += 1;
        }
        assert!(metrics > 5, "{metrics}");
    }
}
