// Models and tables to try at once. All of them are invented, but for the radio stations, which are the paper's. The files are made by
// tools/fixtures/examples.mjs and tools/fixtures/loans.py.

import loans from 'xpxlc/examples/loans.json?raw';
import stations from 'xpxlc/examples/stations.json?raw';
import deliveryTable from '../../../../fixtures/examples/delivery.csv?raw';
import delivery from '../../../../fixtures/examples/delivery.json?raw';
import spamTable from '../../../../fixtures/examples/spam.csv?raw';
import spam from '../../../../fixtures/examples/spam.json?raw';
import stationsTable from '../../../../fixtures/examples/stations.csv?raw';
import loansTable from '../../../../fixtures/loans.csv?raw';

/** A file as the user would bring it. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** Something to begin with. */
export interface Example {
  /** Stable: links name it. */
  readonly id: string;
  readonly title: string;
  /** What it is, in a sentence or two. */
  readonly about: string;
  readonly model: ExampleFile;
  readonly table: ExampleFile;
  /** The row to look at first, from 0. */
  readonly row: number;
  /** The class that one might wish for this row: another than it has. */
  readonly wanted: string;
}

export const examples: readonly Example[] = [
  {
    id: 'loans',
    title: 'A refused loan',
    about:
      'A scorecard for small loans: points for age, income, home and late payments, and 65 of them are needed. This applicant has 40.',
    model: { name: 'loans.json', text: loans },
    table: { name: 'loans.csv', text: loansTable },
    row: 21,
    wanted: 'grant',
  },
  {
    id: 'spam',
    title: 'A spam filter',
    about:
      'Naive Bayes looks at which of 59 words a mail has. Which of them make it spam, whatever else it says?',
    model: { name: 'spam.json', text: spam },
    table: { name: 'spam.csv', text: spamTable },
    row: 12,
    wanted: 'ham',
  },
  {
    id: 'delivery',
    title: 'Bike, van or truck?',
    about:
      'A logistic regression with three classes sends parcels by weight, volume, distance, time, address and weather. What would put this one on a bike?',
    model: { name: 'delivery.json', text: delivery },
    table: { name: 'delivery.csv', text: deliveryTable },
    row: 0,
    wanted: 'bike',
  },
  {
    id: 'stations',
    title: 'Radio stations',
    about:
      'Is a listener young (Y) or older (O), by the stations they listen to? The small running example of the paper behind this program.',
    model: { name: 'stations.json', text: stations },
    table: { name: 'stations.csv', text: stationsTable },
    row: 0,
    wanted: 'O',
  },
];
