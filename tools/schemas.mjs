// Writes the published JSON Schemas from the schemas the readers check with. Run after a build: node tools/schemas.mjs
import { writeFileSync } from 'node:fs';
import { modelFileJsonSchema } from 'xpxlc/import';

const name = 'xpxlc-model-1.schema.json';
const { $schema, ...rest } = /** @type {{ $schema: string }} */ (modelFileJsonSchema());
writeFileSync(
  new URL(`../packages/xpxlc/schema/${name}`, import.meta.url),
  `${JSON.stringify({ $schema, $id: name, ...rest }, null, 2)}\n`,
);
