import DOMPurify from 'dompurify';
import { CircleAlert, CircleCheck, CircleQuestionMark, Info } from 'lucide-react';
import { useId } from 'react';
import { Button, ButtonLink } from './button.js';
import type { DialogKind, DialogRequest } from './dialogs.js';
import { CENTRED_MODAL, Modal } from './modal.js';

const ICONS: Record<DialogKind, { Icon: typeof Info; colour: string }> = {
  success: { Icon: CircleCheck, colour: 'text-good' },
  error: { Icon: CircleAlert, colour: 'text-danger' },
  info: { Icon: Info, colour: 'text-muted' },
  question: { Icon: CircleQuestionMark, colour: 'text-muted' },
};

const ALLOWED = { ALLOWED_TAGS: ['p', 'strong', 'em', 'br', 'ul', 'ol', 'li', 'code', 'span'], ALLOWED_ATTR: [] };

export function DialogWindow({ request }: { request: DialogRequest }) {
  const titleId = useId();
  const { Icon, colour } = ICONS[request.kind];
  const { settle } = request;
  const isQuestion = request.kind === 'question';

  return (
    <Modal labelledBy={titleId} className={CENTRED_MODAL} onClose={() => settle(false)}>
      <div className="p-6">
        <Icon className={`size-7 ${colour}`} aria-hidden="true" />
        <h2 id={titleId} className="mt-3 text-lg break-words">
          {request.title}
        </h2>
        <div
          // Scrollable by keyboard when the text is long.
          tabIndex={0}
          className="mt-2 max-h-[300px] space-y-2 overflow-y-auto text-sm leading-relaxed break-words text-muted [&_li]:mt-2 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:space-y-1"
          dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(request.body, ALLOWED) }}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          {isQuestion && (
            <Button look="quiet" data-autofocus={request.final || undefined} onClick={() => settle(false)}>
              Cancel
            </Button>
          )}
          {request.link !== null && (
            <ButtonLink look="quiet" to={request.link.to} onClick={() => settle(false)}>
              {request.link.text}
            </ButtonLink>
          )}
          <Button
            look={request.final ? 'danger' : 'solid'}
            data-autofocus={!request.final || undefined}
            onClick={() => settle(true)}
          >
            {request.confirm}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
