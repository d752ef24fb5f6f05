mod shuffles;
use shuffle_metrics::{Decks, Rows, Shape, Tally, metric::METRICS};
use shuffles::Shuffle::{self, *};
#[test]
#[ignore]
fn explore() {
    let all: Vec<Shuffle> = vec![
        Catalogued("fisher-yates",1), Catalogued("sattolo",1), Catalogued("random-swaps-half",1), Catalogued("random-swaps",1), Catalogued("random-swaps-two",1),
        Catalogued("naive",1),Catalogued("naive-descending",1),Catalogued("missing-last-step",1),Catalogued("mixed-within",1),Catalogued("human-riffle",7),
        Catalogued("hindu",1),Catalogued("hindu",3),Catalogued("hindu",10),Catalogued("coin-insertion-sort",1),Catalogued("coin-merge-sort",1),Catalogued("random-keys:bits=4",1),
        EvenOrders, Riffles(3), Riffles(5), Riffles(6), Riffles(7), Riffles(8), Riffles(10), SortedBehindTheHighest, OnlyTheFirst(5), OnlyTheFirst(13), FirstSorted(13), Packets, Cut, Coin, FirstStays, Overhand(1), Overhand(10), Overhand(50), Twice, Again, NotReset, NotResetSwaps(52)];
    let shape = Shape::whole(52).unwrap();
    for trials in [1_000, 10_000, 100_000] {
        print!("{trials:>22}");
        let metrics: Vec<_> = METRICS.iter().filter_map(|m| m.build(shape).ok()).collect();
        for m in METRICS { if m.build(shape).is_ok() { for t in m.tests { print!(" {:>7}", &t.id.replace("serial-","s-")[..t.id.replace("serial-","s-").len().min(7)]); } } }
        println!();
        for s in &all {
            if let Catalogued(id,_) = s { if shuffle_algorithms::Algorithm::parse(id).is_err() { continue; } }
            let rows = s.decks(52, trials, 1);
            print!("{:>22}", format!("{s:?}").chars().take(22).collect::<String>());
            for m in &metrics {
                let mut tally = Tally::new(m.cells());
                tally.observe(m.as_ref(), &Decks::new(shape, 0, Rows::Narrow(&rows)));
                for j in m.judge(&tally) { match j.evidence() { Some(e) => print!(" {:>7.1}", e.p_value.log10()), None => print!(" {:>7}", "-") } }
            }
            println!();
        }
    }
}

#[test]
#[ignore]
fn times() {
    for (id, n) in [("fixed-points",1_000_000),("cycles",1_000_000),("records",1_000_000),("successions",1_000_000),("inversions",512),("rising-sequences",4096),("footrule",128),("lis",64),("poker",52),("bridge",52),("serial-ascents",512),("spearman",1000000)] {
        let t = std::time::Instant::now();
        let m = shuffle_metrics::metric::of_test(id).unwrap().build(Shape::whole(n).unwrap()).unwrap();
        println!("{id} {n} build {:?} cells {}", t.elapsed(), m.cells());
        let rows = if n<=256 { Rows2::N(Shuffle::Catalogued("fisher-yates",1).decks(n,100,1)) } else { Rows2::W(shuffle_algorithms::fill::Job::new(shuffle_algorithms::Algorithm::parse("fisher-yates").unwrap(), shuffle_algorithms::Size::whole(n)).decks(10,&shuffle_algorithms::generator::Seed::from_u64(1))) };
        let t = std::time::Instant::now();
        let mut tally = Tally::new(m.cells());
        let r = match &rows { Rows2::N(r)=>Rows::Narrow(r), Rows2::W(r)=>Rows::Wide(r)};
        let d = Decks::new(Shape::whole(n).unwrap(), 0, r);
        tally.observe(m.as_ref(), &d);
        println!("   {:?} per deck", t.elapsed()/d.trials() as u32);
    }
}
enum Rows2 { N(Vec<u8>), W(Vec<u32>) }
