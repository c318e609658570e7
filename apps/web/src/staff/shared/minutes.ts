/** Minutes as they are shown: work of seconds is one minute. */
export const wholeMinutes = (minutes: number): number => (minutes > 0 ? Math.max(1, Math.round(minutes)) : 0)
