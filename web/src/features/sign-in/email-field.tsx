import type { FormField } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { signInStrings } from './strings.ts';

/** An e-mail address; checked by the form, so that the browser's own bubble never covers its hint. */
export function EmailField({ field }: { field: FormField }) {
  return (
    <TextField
      label={signInStrings.register.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
