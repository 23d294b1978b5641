import type { FormField } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { signInStrings } from './strings.ts';

/**
 * An e-mail address; checked by the form, so that the browser's own bubble never covers its hint. With `help`, which says
 * why, it cannot be changed.
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
