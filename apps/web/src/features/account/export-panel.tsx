import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Card } from '../../components/card.js';
import { useToasts } from '../../components/toasts.js';
import { messageOf } from '../../lib/api.js';
import { collectExports, fileNameOf } from './exports.js';

/** Everything we keep about the member, as one file (GDPR, articles 15 and 20). */
export function ExportPanel() {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      const now = new Date();
      save(fileNameOf(now), await collectExports(now));
      toasts.good('Your data was saved as a file.');
    } catch (error) {
      toasts.bad(`Your data could not be saved: ${messageOf(error, 'Something went wrong.')}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <h2 className="text-xl">Your Data</h2>
      <p className="mt-3 text-sm leading-relaxed text-muted">
        Save what we keep about you as a file that you and other programs can read.
      </p>
      <Button look="quiet" className="mt-4" busy={busy} onClick={() => void run()}>
        Download My Data
      </Button>
    </Card>
  );
}

function save(fileName: string, content: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
