import { useOperator } from '../../lib/operator.js';

/** Forms are sent by script; who has none can write a mail. */
export function NoScriptNote() {
  const { email } = useOperator();
  return (
    <noscript>
      <p className="mb-5 rounded-2xl bg-sunken px-4 py-3 text-sm">
        This form needs JavaScript. Please write to {email}.
      </p>
    </noscript>
  );
}
