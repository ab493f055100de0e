/**
 * Reports whether a host name can be reached only from this device (localhost). The default is the
 * host name of this page.
 */
export const ownHost = (hostname = location.hostname): boolean => /^(localhost$|127\.|\[::1\])/.test(hostname);
