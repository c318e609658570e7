/** For searching: ignores accents and case, so that `resine` finds `Résine`. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
