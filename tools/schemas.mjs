// Writes the published JSON Schemas from the schemas the program uses. Run after a build: node tools/schemas.mjs
import { writeFileSync } from 'node:fs';
import { modelFileJsonSchema, recordJsonSchema, recordSchemas } from 'xpxlc';

/** @type {Record<string, object>} */
const schemas = { 'xpxlc-model-1': modelFileJsonSchema() };
for (const command of Object.keys(recordSchemas)) schemas[`xpxlc-${command}-1`] = recordJsonSchema(command);
for (const [name, schema] of Object.entries(schemas)) {
  const file = `${name}.schema.json`;
  writeFileSync(
    new URL(`../packages/xpxlc/schema/${file}`, import.meta.url),
    `${JSON.stringify({ $id: file, ...schema }, null, 2)}\n`,
  );
}
