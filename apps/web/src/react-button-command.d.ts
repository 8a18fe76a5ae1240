import 'react';

/**
 * What a button asks of the dialog it names, which the browser does by itself; React's types lack it still.
 * https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
 */
declare module 'react' {
  // A merged interface has to name the same parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
