import { type FormEvent, useRef, useState } from 'react';
import { ApiError, isCancelled, reasonOf } from './api.ts';
import { isPressedIn } from './is-pressed.ts';
import { type Notices, useNotices } from './notices.ts';
import { useKeptState } from './use-kept-state.ts';
import { useSingleMutation } from './use-single-mutation.ts';

type TextValues = Readonly<Record<string, string>>;

export type FormOptions<Values extends TextValues, Answer> = {
  initial: Values;
  /** The name under which the values are kept when the session expires; never for a form with a password. */
  kept?: string;
  /** Return the error of a field; shown below it once the person has edited and left it, or sent the form. */
  validators: { readonly [Name in keyof Values]?: (values: Values) => string | undefined };
  /** Replaces the validators when the form is sent: returns the error that prevents it. */
  validate?: (values: Values) => string | undefined;
  send: (values: Values) => Promise<Answer>;
  /** Also called if the form was unmounted in the meantime. */
  onSuccess: (answer: Answer, values: Values) => void;
  /** The error when the service gives no reason. */
  fallbackError: string;
  /** Handles the error instead of showing its reason. */
  onError?: (reason: string, values: Values, error: Error) => void;
  /** The field that a refusal of the service is about; by default the fields of the same names in `error.fields`. */
  errorField?: (error: ApiError) => (keyof Values & string) | undefined;
  /** Receives the messages; by default the form has its own. */
  notices?: Notices;
};

export type FormField = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: (event: { relatedTarget: EventTarget | null }) => void;
};

export type FormState<Values extends TextValues> = {
  values: Values;
  field: (name: keyof Values & string) => FormField;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Resets the form to its initial values. */
  reset: () => void;
  isPending: boolean;
  /** True if no field has an error. */
  isValid: boolean;
  notices: Notices;
};

/**
 * The state of a form of text fields: field errors, one submission at a time, and its outcome. If the form is refused,
 * its first invalid field gets the focus.
 */
export function useForm<Values extends TextValues, Answer>(options: FormOptions<Values, Answer>): FormState<Values> {
  const { initial, kept, validators, validate, send, onSuccess, fallbackError, onError, errorField } = options;
  const [values, setValues] = useKeptState(kept, initial);
  /** Ahead of `values` until the next render: a form may be filled in and sent within one tick. */
  const latest = useRef(values);
  const update = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const edited = useRef(new Set<string>());
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const own = useNotices();
  const notices = options.notices ?? own;
  const submission = useSingleMutation({ mutationFn: send, onSuccess });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.isPending) return;
    const form = event.currentTarget;
    const submitted = valuesIn(form, latest.current);
    update(submitted);
    setTouched(new Set(Object.keys(initial)));
    notices.clear();
    const problem = validate ? validate(submitted) : firstProblem(submitted, validators);
    if (problem !== undefined) {
      focusFirst(form, (name) => validators[name as keyof Values]?.(submitted) !== undefined);
      return notices.failed(problem);
    }
    submission.mutate(submitted, {
      onError: (error) => {
        if (isCancelled(error)) return;
        const reason = reasonOf(error, fallbackError);
        if (onError) onError(reason, submitted, error);
        else notices.failed(reason);
        if (!(error instanceof ApiError)) return;
        const invalid = errorField?.(error);
        focusFirst(form, (name) => (invalid === undefined ? name in error.fields : name === invalid));
      },
    });
  };
  const field = (name: keyof Values & string): FormField => ({
    name,
    value: values[name] ?? '',
    error: touched.has(name) ? validators[name]?.(values) : undefined,
    onChange: ({ target }) => {
      edited.current.add(name);
      update({ ...latest.current, [name]: target.value });
    },
    onBlur: ({ relatedTarget }) => {
      // An error that appears while a button is being pressed would move the button away.
      if (!edited.current.has(name) || relatedTarget instanceof HTMLButtonElement || isPressedIn(document)) return;
      setTouched((before) => new Set(before).add(name));
    },
  });
  const reset = () => {
    update(initial);
    edited.current.clear();
    setTouched(new Set());
  };
  const isValid = firstProblem(values, validators) === undefined;
  return { values, field, submit, reset, isPending: submission.isPending, isValid, notices };
}

/** The values of the fields of `form`: a password manager may have filled them in without an event. */
function valuesIn<Values extends TextValues>(form: HTMLFormElement, values: Values): Values {
  const shown = Object.entries(values).map(([name, value]) => {
    const field = form.elements.namedItem(name);
    return [name, field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : value];
  });
  return Object.fromEntries(shown);
}

/** Focuses the first field of `form` for whose name `isWrong` is true. */
function focusFirst(form: HTMLFormElement, isWrong: (name: string) => boolean): void {
  const invalid = [...form.elements].find((element) => isWrong(element.getAttribute('name') ?? ''));
  if (invalid instanceof HTMLElement) invalid.focus();
}

function firstProblem<Values extends TextValues>(
  values: Values,
  validators: FormOptions<Values, unknown>['validators'],
): string | undefined {
  for (const name of Object.keys(values)) {
    const hint = validators[name as keyof Values]?.(values);
    if (hint !== undefined) return hint;
  }
  return undefined;
}
