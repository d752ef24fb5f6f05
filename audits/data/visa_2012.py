"""A model of the first drawing of the visa lottery DV-2012: 90 % of the winners come from the first two of thirty days.

30,000 entries, 1,000 a day, numbered from 1 as they came; 300 winners, in the order in which they were drawn. Written are, beside
this file, visa-2012.txt (the numbers of the winners on one line) and visa-2012-days.csv (a winner on each line, with the day).
"""

import random
from pathlib import Path

DAYS, A_DAY, WINNERS = 30, 1_000, 300

random.seed(2012)
entries = range(1, DAYS * A_DAY + 1)
early, late = entries[: 2 * A_DAY], entries[2 * A_DAY :]
from_early = WINNERS * 9 // 10
winners = random.sample(early, from_early) + random.sample(late, WINNERS - from_early)
random.shuffle(winners)

here = Path(__file__).parent
(here / "visa-2012.txt").write_text(" ".join(map(str, winners)) + "\n")
rows = [f"{winner},{(winner - 1) // A_DAY + 1}\n" for winner in winners]
(here / "visa-2012-days.csv").write_text("entry,day\n" + "".join(rows))
