import { useEffect } from 'react';
import { ButtonLink } from '../components/button.js';
import { MessagePage } from '../components/message-page.js';
import { useTitle } from '../components/use-title.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

/** Only shows: the plan changes when the server has heard of the payment, which may take a moment. */
const ASK_AGAIN_MS = 4000;
const MOST_QUESTIONS = 10;

export function BillingSuccessPage() {
  useTitle('Payment successful');
  const { token, subscriptionStatus, refreshStatus } = useSession();
  const isWaiting = token !== null && subscriptionStatus !== 'active';
  useEffect(() => {
    if (!isWaiting) return;
    let questions = 0;
    const timer = setInterval(() => {
      questions += 1;
      if (questions >= MOST_QUESTIONS) clearInterval(timer);
      void refreshStatus();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refreshStatus]);

  return (
    <MessagePage
      title="Payment successful"
      text={
        subscriptionStatus === 'active'
          ? 'Thank you. Premium is yours: sync as many playlists as you like.'
          : 'Thank you. Your Premium plan starts as soon as the payment is confirmed.'
      }
    >
      <ButtonLink to={paths.dashboard}>Go to Dashboard</ButtonLink>
    </MessagePage>
  );
}
