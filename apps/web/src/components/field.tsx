import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with it, in a sentence. */
  problem?: string | undefined;
  hint?: string;
}

const INPUT =
  'w-full rounded-xl border border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted read-only:border-line read-only:bg-sunken disabled:border-line disabled:bg-sunken';

/** An input with its label, and its hint and its problem read out together with it. */
export function Field({ label, problem, hint, ...input }: FieldProps) {
  return (
    <Labelled label={label} problem={problem} hint={hint}>
      {(wiring) => <input {...input} {...wiring} />}
    </Labelled>
  );
}

/** Everybody is asked for an e-mail address in the same way. */
export const EmailField = (props: Omit<FieldProps, 'label'>) => (
  <Field label="Email" type="email" autoComplete="email" required {...props} />
);

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  problem?: string | undefined;
}

export function TextArea({ label, problem, ...area }: TextAreaProps) {
  return (
    <Labelled label={label} problem={problem}>
      {(wiring) => <textarea {...area} {...wiring} />}
    </Labelled>
  );
}

type Wiring = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'className'>;

interface LabelledProps {
  label: string;
  problem: string | undefined;
  hint?: string | undefined;
  /** @param wiring what ties the control to its label and its note. */
  children: (wiring: Wiring) => ReactNode;
}

function Labelled({ label, problem, hint, children }: LabelledProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem !== undefined || undefined,
        'aria-describedby': problem !== undefined || hint !== undefined ? noteId : undefined,
        className: INPUT,
      })}
      <FieldNote id={noteId} problem={sentence(label, problem)} hint={hint} />
    </div>
  );
}

/** The contract says what is wrong, `must not be empty`; here it becomes a sentence about the field. */
const sentence = (label: string, problem: string | undefined): string | undefined =>
  problem?.startsWith('must ') ? `${label} ${problem}.` : problem;

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
