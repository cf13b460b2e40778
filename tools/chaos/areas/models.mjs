// Damaged models of every format, read by the one door of the library: a model or a typed error, nothing else.
import { damaged } from '../damaged.mjs';
import { errorBrokenBy } from '../laws.mjs';

const FORMATS = ['xpxlc-model', 'pmml', 'onnx', 'ebm', 'scorecard', 'coefficients', 'xlc', 'cnbc', 'blc'];
const A_ROUND = 25;

/** @type {import('../areas.mjs').Area} */
export const models = {
  where: 'cell',
  about: 'damaged models of every format, read',
  async round(
    random,
    /** @type {import('../areas.mjs').CellWorld} */ { seeds, library, core, put, trying, ended, wrong },
  ) {
    const known = { models: seeds('models'), names: seeds('names'), bounds: seeds('bounds') };
    for (let x = 0; x < A_ROUND; x++) {
      const model = damaged(random.pick(known.models), random);
      const name = `${x}-${model.name}`;
      put(name, model.bytes);
      /** @type {Record<string, unknown>} */
      const options = {};
      if (random.chance(0.1)) options.format = random.pick(FORMATS);
      if (random.chance(0.2)) options.bounds = 'unbounded';
      for (const [key, share] of /** @type {const} */ ([
        ['names', 0.1],
        ['bounds', 0.2],
      ])) {
        if (!random.chance(/\.(cnbc|xlc)/.test(name) ? 0.6 : share)) continue;
        const seed = random.pick(known[key]);
        const { bytes } = random.chance(0.5) ? seed : damaged(seed, random);
        if (key === 'names') options.xmap = bytes;
        else options.bounds = { file: bytes };
      }
      if (random.chance(0.1)) options.details = { cutoff: 100, special: 'missing' };
      const said = JSON.stringify(options, (_, value) => (value?.type === 'Buffer' ? '(bytes)' : value));
      trying(`loadModel('${name}', ${said})`);
      try {
        await library.loadModel(name, options);
        ended('read');
      } catch (error) {
        ended('refused');
        wrong(errorBrokenBy(error, core.XpxlcError));
      }
    }
  },
};
