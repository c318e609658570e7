/** Joins class names; conditions that do not hold add nothing. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
