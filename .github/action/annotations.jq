# The annotations of a plan, one a line: of its cases that are not as expected ($report, a list that is empty if there was
# no run), else of what was said on stderr ($errors). A step shows ten at most.
def most: if any($difference[]; .regression) then 9 else 10 end;

# As the runner reads messages and properties: nothing in them ends the line or the property.
def message: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
def property: message | gsub(":"; "%3A") | gsub(","; "%2C");
def cut: if length > 2000 then .[:2000] + "..." else . end;

def file: $plan | ltrimstr($workspace + "/") | until(startswith("./") | not; .[2:]);
def annotation($line; $title; $words):
  (if $plan == "" then "" else "file=\(file | property),line=\($line)," end) as $where
  | "::error \($where)title=\($title | property)::\($words | cut | message)";

# Where ids stand in the plan: each with its line and the header that it stands under, such as `case`. Comments have none.
def ids:
  [
    foreach ($text | split("\n") | to_entries[]) as {key: $index, value: $line} (
      {table: "", found: []};
      if $line | test("^\\s*\\[") then .table = ([$line | capture("^\\s*\\[+\\s*(?<name>[A-Za-z_]+)\\s*\\]").name][0] // .table) else . end
      | .table as $table
      | .found =
          if ($line | contains("id")) and ($line | test("^\\s*#") | not) then
            [$line | match("(^|[\\s{,])[\"']?id[\"']?\\s*=\\s*[\"']([^\"']*)[\"']"; "g") | {$table, line: ($index + 1), id: .captures[1].string}]
          else [] end;
      .found[]
    )
  ];

# The line of a case: where its id stands, else where that of its sweep does, whose cases are called ID-VALUE.
def line($ids; $case):
  ($case | sub("-[0-9]+$"; "")) as $sweep
  | [($ids[] | select(.id == $case and .table != "sweep")), ($ids[] | select(.id == $sweep and .table != "case")), {line: 1}][0].line;

def found:
  if .status then "not judged: \(.why)"
  elif .verdict == "inconclusive" or .verdict == "suspicious" then "\(.headline) \(.sentence)"
  elif .expected == "fail" and .verdict == "fail" then "a planted defect, which the tests of caught_by did not all catch. \(.headline)"
  elif .expected == "fail" then "a planted defect, expected to fail, but no test caught it. \(.headline)"
  else "expected to \(.expected). \(.headline) \(.sentence)"
  end;

def of_cases:
  [$report[0].faulted[], ($report[0].cases[] | select(.as_expected | not))]
  | (if length > most then .[:most - 1] else . end) as $shown
  | ids as $ids
  | ($shown[] | annotation(line($ids; .case); "\(.case): \(.status // .verdict | gsub("_"; " "))"; found)),
    (length - ($shown | length) | select(. > 0)
      | annotation(1; "shuffle-audit"; "\(.) more cases are not as expected: see the summary"));

# What was said on stderr, on the line that it names, if it names one of the plan.
def of_errors:
  ($errors | sub("^shuffle-audit: "; "") | sub("\\s+$"; "")) as $said
  | ($said | ltrimstr($plan + ":")) as $rest
  | [$rest | select($rest != $said) | capture("^(?<line>[0-9]+): ").line][0]
  | if . then annotation(.; "shuffle-audit"; $rest | sub("^[0-9]+: "; "")) else annotation(1; "shuffle-audit"; $said) end;

# What became worse than in the baseline.
def of_regression:
  $difference[] | select(.regression) | annotation(1; "shuffle-audit"; .headline);

def of_code:
  annotation(1; "shuffle-audit"; "the audit ended with exit code \($code): see the summary");

[
  of_regression,
  (if ($report | length) > 0 then of_cases else empty end),
  (if ($report | length) == 0 or $code == "2" or $code == "70" then (if $errors == "" then empty else of_errors end) else empty end)
] | if length > 0 then .[] else of_code end
