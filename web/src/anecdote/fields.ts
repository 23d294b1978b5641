import type { StateField } from '@anecdotes/contracts';

/** The form control of a field; an optional text has its own input line with a label and a placeholder. */
type Control =
  | { readonly control: 'text' | 'tags' | 'when' | 'point' | 'connection' }
  | { readonly control: 'optional text'; readonly label: string; readonly placeholder: string };

/** The name of a field inside a sentence, and as a heading. */
type Names = { readonly name: string; readonly heading: string };

/** The fields of an anecdote, in the order in which they are named. */
export const fields = {
  description: { control: 'text', name: 'text', heading: 'Text' },
  tags: { control: 'tags', name: 'tags', heading: 'Tags' },
  timestamp: { control: 'when', name: 'time', heading: 'Time' },
  time_zone: { control: 'when', name: 'time zone', heading: 'Time zone' },
  location: {
    ...{ control: 'optional text', label: 'Location', placeholder: 'Where was it?' },
    ...{ name: 'place', heading: 'Place' },
  },
  coordinates: { control: 'point', name: 'place', heading: 'Coordinates' },
  connected_to: { control: 'connection', name: 'connection', heading: 'Continues' },
} as const satisfies Record<StateField, Control & Names>;

export const orderedFields = Object.keys(fields) as StateField[];

type Fields = typeof fields;
export type OptionalText = {
  [Field in StateField]: Fields[Field] extends { readonly control: 'optional text' } ? Field : never;
}[StateField];

export const optionalTexts = orderedFields.filter(
  (field): field is OptionalText => fields[field].control === 'optional text',
);
