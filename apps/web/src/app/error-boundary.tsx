import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.js';
import { Logo } from '../components/logo.js';

/** The last net: a screen that broke, or a part of the app that could not be loaded after a new release. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-center">
        <div>
          <Logo />
          <h1 className="mt-8 text-2xl">Something went wrong on this page</h1>
          <p className="mt-2 text-muted">Loading it again usually helps.</p>
          <Button className="mt-6" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </div>
      </main>
    );
  }
}
