import {
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type SchemableIdentifierNode,
} from 'kysely';
import { LIVE_SCHEMA } from '../projection/generation.ts';

class Moving extends OperationNodeTransformer {
  readonly #schema: IdentifierNode;

  constructor(schema: string) {
    super();
    this.#schema = IdentifierNode.create(schema);
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    return node.schema?.name === LIVE_SCHEMA ? { ...node, schema: this.#schema } : node;
  }
}

/** Makes queries on the live views read the tables of the same names in `schema`. */
export function inSchema(schema: string): KyselyPlugin {
  const moving = new Moving(schema);
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs) => moving.transformNode(node),
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}
