import type { FormField } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { signInStrings } from './strings.ts';

/**
 * The field for an e-mail address. The form checks it, so that the browser's own bubble never covers the hint. With
 * `help`, which says why, the field is read-only.
 */
export function EmailField({ field, help }: { field: FormField; help?: string }) {
  return (
    <TextField
      label={signInStrings.register.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={help !== undefined}
      help={help}
      {...field}
    />
  );
}
