import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reasonOf } from './api.ts';
import { type Notices, useNotices } from './notices.ts';

type Texts = Readonly<Record<string, string>>;

export type FormOptions<Values extends Texts, Answer> = {
  initial: Values;
  /** What is wrong with a field, told beneath it once the person has left it. */
  hints: { readonly [Name in keyof Values]?: (values: Values) => string | undefined };
  /** What keeps the form as a whole from being sent. */
  check?: (values: Values) => string | undefined;
  send: (values: Values) => Promise<Answer>;
  /** Also called when the form is not shown any more. */
  onSent: (answer: Answer, values: Values) => void;
  /** What is said where the service does not give a reason. */
  failure: string;
  /** Takes the reason instead of showing it. */
  onRefused?: (reason: string, values: Values, error: Error) => void;
  /** Where messages appear, when they are not the form's own. */
  notices?: Notices;
};

export type FormField = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: (event: { relatedTarget: EventTarget | null }) => void;
};

export type FormState<Values extends Texts> = {
  values: Values;
  field: (name: keyof Values & string) => FormField;
  submit: (event: FormEvent) => void;
  /** Makes the form as it was at first. */
  reset: () => void;
  isPending: boolean;
  /** No field has anything wrong with it. */
  isValid: boolean;
  notices: Notices;
};

/** The state of a form of text fields: hints, one submission at a time, and what came of it. */
export function useForm<Values extends Texts, Answer>(options: FormOptions<Values, Answer>): FormState<Values> {
  const { initial, hints, check, send, onSent, failure, onRefused } = options;
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const own = useNotices();
  const notices = options.notices ?? own;
  const submission = useMutation({ mutationFn: send, onSuccess: onSent });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submission.isPending) return;
    setTouched(new Set(Object.keys(initial)));
    notices.clear();
    const problem = check ? check(values) : firstHint(values, hints);
    if (problem !== undefined) return notices.failed(problem);
    submission.mutate(values, {
      onError: (error) => {
        const reason = reasonOf(error, failure);
        if (onRefused) onRefused(reason, values, error);
        else notices.failed(reason);
      },
    });
  };
  const field = (name: keyof Values & string): FormField => ({
    name,
    value: values[name] ?? '',
    error: touched.has(name) ? hints[name]?.(values) : undefined,
    onChange: ({ target }) => setValues((before) => ({ ...before, [name]: target.value })),
    onBlur: ({ relatedTarget }) => {
      // A hint that appears while a button is being pressed would move the button away.
      if (!(relatedTarget instanceof HTMLButtonElement)) setTouched((before) => new Set(before).add(name));
    },
  });
  const reset = () => {
    setValues(initial);
    setTouched(new Set());
  };
  const isValid = firstHint(values, hints) === undefined;
  return { values, field, submit, reset, isPending: submission.isPending, isValid, notices };
}

function firstHint<Values extends Texts>(
  values: Values,
  hints: FormOptions<Values, unknown>['hints'],
): string | undefined {
  for (const name of Object.keys(values)) {
    const hint = hints[name as keyof Values]?.(values);
    if (hint !== undefined) return hint;
  }
  return undefined;
}
