/** Whether only this device can open addresses with a host name; that of this page if none is given. */
export const ownHost = (hostname = location.hostname): boolean => /^(localhost$|127\.|\[::1\])/.test(hostname);
