const object = (properties: object, required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });
const string = { type: 'string' };
const text = object({ text: { type: 'string', minLength: 1 } }, ['text']);
const number = { type: 'integer', minimum: 1 };

const location = object(
  {
    physicalLocation: object(
      {
        artifactLocation: object({ uri: { type: 'string', format: 'uri-reference' } }, ['uri']),
        region: object({ startLine: number, startColumn: number }, ['startLine']),
      },
      ['artifactLocation'],
    ),
    logicalLocations: list(object({ name: string, kind: string }, ['name'])),
    message: text,
  },
  ['physicalLocation'],
);

/** What SARIF 2.1.0 says of the parts that are written here (OASIS, sections 3.13 to 3.30), and
 * nothing besides them. */
export const SARIF_PARTS = object(
  {
    $schema: string,
    version: { const: '2.1.0' },
    runs: list(
      object(
        {
          tool: object(
            {
              driver: object(
                {
                  name: string,
                  version: string,
                  rules: list(object({ id: string, shortDescription: text }, ['id'])),
                },
                ['name'],
              ),
            },
            ['driver'],
          ),
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: list(
            object(
              {
                ruleId: string,
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: text,
                locations: list(location),
                relatedLocations: list(location),
                properties: { type: 'object' },
              },
              ['message'],
            ),
          ),
        },
        ['tool'],
      ),
    ),
  },
  ['version', 'runs'],
);
