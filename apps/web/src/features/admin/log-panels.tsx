import { useQuery } from '@tanstack/react-query';
import { logsQuery } from './api.js';
import { Panel, PanelSkeleton } from './panel.js';
import { ScrollArea } from './scroll-area.js';

/** The newest lines of all services, as text and nothing else. */
export function LogPanels() {
  const { data, error } = useQuery(logsQuery);
  const failed = error !== null && 'Failed to load logs.';
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <LogPanel title="Backend Error Logs" text={failed || data?.error} empty="No error logs available." />
      <LogPanel title="Backend Out Logs" text={failed || data?.out} empty="No output logs available." />
    </div>
  );
}

function LogPanel({ title, text, empty }: { title: string; text: string | undefined; empty: string }) {
  return (
    <Panel title={title}>
      {text === undefined ? (
        <PanelSkeleton className="h-40" />
      ) : (
        <ScrollArea label={title} className="max-h-96 bg-sunken p-4">
          <pre className="font-mono text-xs leading-relaxed break-words whitespace-pre-wrap">{text || empty}</pre>
        </ScrollArea>
      )}
    </Panel>
  );
}
