/** Doors out of the page, as properties so that a test can stand in front of them. */
export const browser = {
  /** Leaves for another site. Only web addresses: a script address would run here. */
  leaveFor(url: string): void {
    if (!/^https?:\/\//i.test(url)) throw new Error('not a web address');
    window.location.assign(url);
  },
};

/** The address when it is a picture's web address, else null. */
export const webAddress = (url: string | null | undefined): string | null =>
  url != null && /^https?:\/\//i.test(url) ? url : null;
