import { type ComponentProps, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with it, in a sentence. */
  problem?: string | undefined;
  hint?: string;
}

const INPUT =
  'w-full rounded-xl border border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted read-only:border-line read-only:bg-sunken disabled:border-line disabled:bg-sunken';

/** A labelled input with its hint and its problem read out together with it. */
export function Field({ label, problem, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem !== undefined || hint !== undefined ? `${id}-note` : undefined}
        className={INPUT}
      />
      <FieldNote id={`${id}-note`} problem={sentence(label, problem)} hint={hint} />
    </div>
  );
}

/** The contract says what is wrong, `must not be empty`; here it becomes a sentence about the field. */
const sentence = (label: string, problem: string | undefined): string | undefined =>
  problem?.startsWith('must ') ? `${label} ${problem}.` : problem;

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  problem?: string | undefined;
}

export function TextArea({ label, problem, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem !== undefined ? `${id}-note` : undefined}
        className={INPUT}
      />
      <FieldNote id={`${id}-note`} problem={sentence(label, problem)} />
    </div>
  );
}

function FieldNote({ id, problem, hint }: { id: string; problem?: string | undefined; hint?: string | undefined }) {
  if (problem !== undefined) {
    return (
      <p id={id} className="mt-1.5 text-sm text-danger">
        {problem}
      </p>
    );
  }
  if (hint === undefined) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {hint}
    </p>
  );
}
