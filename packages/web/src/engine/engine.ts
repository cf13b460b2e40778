// What a worker holds: the model, the table and its answers. One method per question.
import { type Classifier, InstanceError, reduce } from '@xpxlc/core';
import { loadModel } from 'xpxlc/import';
import { inUnit, standingNumber } from 'xpxlc/view';
import { answerCase } from './case-answer.ts';
import { DeepCase } from './deep-answer.ts';
import type { ModelInfo, Progress, Question, Questions } from './messages.ts';
import { OpenTable } from './open-table.ts';
import { populationOfTable } from './population.ts';

type Tell = (progress: Progress) => void;
type Answers = {
  readonly [Q in Question]: (
    ask: Questions[Q]['ask'],
    tell: Tell,
  ) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;
};

export class Engine {
  private classifier: Classifier | undefined;
  private table: OpenTable | undefined;
  private readonly deep = new DeepCase();

  private readonly answers: Answers = {
    openModel: (ask) => this.openModel(ask),
    useModel: ({ model }) => this.use(model),
    openTable: ({ file }, tell) => this.openTable(file, tell),
    rows: ({ query }) => ({ found: this.open().select(query) }),
    window: ({ from, to }) => this.open().window(from, to),
    summary: ({ column }) => this.open().summary(column),
    caseOf: ({ row }) => this.open().caseOf(row),
    around: ({ row }) => this.open().around(row),
    exportRows: ({ format }) => this.open().write(format),
    answer: (question) => answerCase(this.model(), question),
    count: ({ values }) => this.deep.count(this.model(), values),
    list: ({ values, from, most }) => this.deep.list(this.model(), values, from, most),
    features: ({ values }) => this.deep.features(this.model(), values),
    certify: ({ values, features }) => this.deep.certify(this.model(), values, features),
    population: (ask, tell) => populationOfTable(this.open(), ask.protected, tell),
  };

  async answer<Q extends Question>(
    question: Q,
    ask: Questions[Q]['ask'],
    tell: Tell,
  ): Promise<Questions[Q]['answer']> {
    return this.answers[question](ask, tell);
  }

  private model(): Classifier {
    if (this.classifier === undefined) throw notOpen('model');
    return this.classifier;
  }

  private open(): OpenTable {
    if (this.table === undefined) throw notOpen('table');
    return this.table;
  }

  private use(model: ModelInfo['model']): undefined {
    this.classifier = reduce(model, { neverWins: 'allow' });
    this.table?.stop();
    this.table = undefined;
    this.deep.clear();
  }

  private async openModel({
    file,
    beside,
    unbounded = false,
  }: Questions['openModel']['ask']): Promise<ModelInfo> {
    const { model, title, description, format, origin } = await loadModel(
      new File([file.bytes as BlobPart], file.name),
      {
        xmap: beside && new File([beside.bytes as BlobPart], beside.name),
        ...(unbounded ? { bounds: 'unbounded' as const } : {}),
      },
    );
    this.use(model);
    const classifier = this.model();
    return {
      model,
      name: file.name,
      title,
      description,
      format,
      sha256: origin.sha256,
      classes: classifier.classes,
      features: classifier.features,
      unit: inUnit('', classifier.unit),
      standing: standingNumber(classifier)?.key,
    };
  }

  private async openTable(
    file: Questions['openTable']['ask']['file'],
    tell: Tell,
  ): Promise<Questions['openTable']['answer']> {
    this.table?.stop();
    const table = new OpenTable(this.model());
    this.table = table;
    return table.read(file, tell);
  }
}

function notOpen(what: string): InstanceError {
  return new InstanceError(`no ${what} is open`, {
    code: 'not-open',
    place: 'page',
    expected: `a ${what}`,
    got: 'none',
  });
}
