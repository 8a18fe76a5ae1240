import { useOperator } from '../../lib/operator.js';

/** Name, postal address and e-mail of whoever runs this installation. */
export function OperatorDetails() {
  const { name, address, email } = useOperator();
  return (
    <address className="whitespace-pre-line not-italic">
      <strong>{name}</strong>
      <br />
      {address}
      <br />
      <a href={`mailto:${email}`} className="break-all underline underline-offset-3 hover:no-underline">
        {email}
      </a>
    </address>
  );
}
