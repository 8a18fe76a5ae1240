import { ButtonLink } from '../components/button.js';
import { MessagePage } from '../components/message-page.js';
import { useTitle } from '../components/use-title.js';
import { paths } from '../lib/paths.js';

export function BillingCancelPage() {
  useTitle('Payment not completed');
  return (
    <MessagePage title="Payment not completed" text="Nothing was charged. You can try again whenever you like.">
      <ButtonLink to={paths.account}>Go to Account</ButtonLink>
    </MessagePage>
  );
}
