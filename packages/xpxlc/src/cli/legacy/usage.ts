// What the program says about itself.

const FLAGS =
  '[-h] [-d] [-v] [-C] [-t] [-s] [-w] [-x] [-k K] [-n N] [-p FILE] [-c XPL [-r]] [-m XMAP] [--bounds FILE] -i INST -f XLC';

/** One line, for stderr. */
export function usageText(program: string): string {
  return `Usage: ${program} ${FLAGS}\n`;
}

/** The help of `-h`. */
export function helpText(program: string): string {
  return `${program}: explanations of linear and naive Bayes classifiers, with the flags and the output of the paper's program

${usageText(program)}
  -f XLC         the classifier
  -i INST        the instance to explain
  -m XMAP        names of features and categories (default v0, v1, ... and 0, 1, ...)
  -n N           stop after N explanations (default: all)
  -w             write every explanation
  -v             with -w: sizes in front of each explanation
  -k K           with -w -v: also how far the worst case stays from the other class
  -s             summary: how often each literal occurs
  -t             statistics: number and sizes of the explanations
  -p FILE        write to FILE instead of standard output
  -c XPL         check the explanations in a file instead of listing them
  -r             with -c: repair those that are not minimal explanations
  -C             on a signal write statistics (-t) and summary (-s) of what was found, exit status 20
  --bounds FILE  domains of numeric features: lines of name,lower,upper
  -x, -d         accepted, without effect: the fast way is the only one
  -h             this help

Exit status: 0 done (also when a check says no), 2 wrong usage, 3 wrong input, 4 our mistake, 20 ended by a signal with -C,
255 without -f or -i.
`;
}
