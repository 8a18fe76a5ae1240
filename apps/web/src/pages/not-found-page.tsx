import { ButtonLink } from '../components/button.js';
import { MessagePage } from '../components/message-page.js';
import { useTitle } from '../components/use-title.js';
import { paths } from '../lib/paths.js';

export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <MessagePage title="Page not found" text="There is nothing at this address.">
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </MessagePage>
  );
}
