// What the published declarations let a user reach: the types of the public surface, and nothing of the engine.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const consumer = `${root}dist/consumer.ts`;

/** Written against the declarations: every line marked as an error must be one, every other line must be none. */
const CONSUMER = `
import { type Classifier, linearModel, type Problem, reduce, smallest, weigh } from './index.js';
const classifier: Classifier = reduce(linearModel({ classes: ['no', 'yes'], features: [], weights: [] }));
const problem: Problem = weigh(classifier, []);
export const seen: readonly [string, number, readonly string[], string] =
  [problem.class, problem.classIndex, classifier.classes, classifier.features.map(({ name }) => name).join()];
export const set: number[] = smallest(problem);
// @ts-expect-error
classifier.terms;
// @ts-expect-error
classifier.offset;
// @ts-expect-error
classifier.pair;
// @ts-expect-error
classifier.bias;
// @ts-expect-error
classifier.indexOf;
// @ts-expect-error
problem.encoded;
// @ts-expect-error
problem.rivals;
// @ts-expect-error
problem.float;
// @ts-expect-error
problem.classifier.table;
`;

let program: ts.Program;

beforeAll(() => {
  const files = declarations();
  files.set(consumer, CONSUMER);
  const { rootDir: _, outDir: __, ...given } = settings().options;
  const options = { ...given, noEmit: true };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  program = ts.createProgram([consumer], options, host);
}, 120_000);

describe('the published declarations', () => {
  it('show of a classifier and a problem what a user needs, and none of their insides', () => {
    const found = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(found).toEqual([]);
  });

  it('mention no type that is not itself exported', () => {
    const checker = program.getTypeChecker();
    const index = program.getSourceFile(`${root}dist/index.d.ts`) as ts.SourceFile;
    const exported = checker
      .getExportsOfModule(checker.getSymbolAtLocation(index) as ts.Symbol)
      .map((symbol) => original(checker, symbol));
    const known = new Set(exported);
    const hidden = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
        const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
        const found = checker.getSymbolAtLocation(name);
        const symbol = found && original(checker, found);
        const ours = symbol?.declarations?.some((part) => part.getSourceFile().fileName.startsWith(root));
        const parameter = symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
        if (symbol !== undefined && ours && !parameter && !known.has(symbol)) hidden.add(symbol.name);
      }
      ts.forEachChild(node, visit);
    };
    for (const symbol of exported) for (const declaration of symbol.declarations ?? []) visit(declaration);
    expect([...hidden]).toEqual([]);
  });
});

function settings(): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  return ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.json`, {}, host) as ts.ParsedCommandLine;
}

/** What a build would write, by name. */
function declarations(): Map<string, string> {
  const { fileNames, options } = settings();
  const { tsBuildInfoFile: _, ...given } = options;
  const files = new Map<string, string>();
  const built = ts.createProgram(fileNames, {
    ...given,
    composite: false,
    incremental: false,
    declarationMap: false,
    emitDeclarationOnly: true,
  });
  built.emit(undefined, (name, text) => files.set(name, text));
  return files;
}

function original(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
