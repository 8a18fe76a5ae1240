import { useEffect } from 'react';
import { ButtonLink } from '../components/button.js';
import { MessagePage } from '../components/message-page.js';
import { useTitle } from '../components/use-title.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

/** Only shows: the plan changes when the payment provider tells the server, which may take a moment. */
const ASK_AGAIN_MS = 4000;

export function BillingSuccessPage() {
  useTitle('Payment successful');
  const { token, refreshStatus } = useSession();
  useEffect(() => {
    if (token === null) return;
    const timer = setTimeout(() => void refreshStatus(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [token, refreshStatus]);

  return (
    <MessagePage
      title="Payment successful"
      text="Thank you. Your Premium plan starts as soon as the payment is confirmed."
    >
      <ButtonLink to={paths.dashboard}>Go to Dashboard</ButtonLink>
    </MessagePage>
  );
}
