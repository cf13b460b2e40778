import table from '../../../../fixtures/loans.csv?raw';
import loans from '../../../xpxlc/examples/loans.json?raw';
export const examples = [
  {
    id: 'loans',
    title: 'A loan',
    about: 'A scorecard.',
    model: { name: 'loans.json', text: loans },
    table: { name: 'loans.csv', text: table },
    row: 3,
    wanted: undefined as string | undefined,
  },
];
