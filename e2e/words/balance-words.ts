import type { Language } from './words.ts'

/** Texts of the balance screens. */
export const balanceWords = {
  fr: {
    title: 'Solde',
    closed: /^Le rechargement n’est pas ouvert pour ce compte/,
    reload: 'Recharger le solde',
    amount: 'Montant en USD',
    atLeast: 'Le rechargement est de 100 USD au moins.',
    whole: 'Le montant est un nombre entier de dollars.',
    payByCard: (usd: string) => `Payer ${usd} $US par carte`,
    continue: 'Continuer',
    credited: (usd: string) => `${usd},00 $US ont été ajoutés à votre solde`,
    available: 'Disponible',
    creditAvailable: 'Crédit disponible',
    movements: 'Mouvements',
    payments: 'Paiements',
    export: 'Exporter (CSV)',
  },
  en: {
    title: 'Balance',
    closed: /^Reloading is not open for this account/,
    reload: 'Reload the balance',
    amount: 'Amount in USD',
    atLeast: 'A reload is at least USD 100.',
    whole: 'The amount is a whole number of dollars.',
    payByCard: (usd: string) => `Pay $${usd} by card`,
    continue: 'Continue',
    credited: (usd: string) => `$${usd}.00 were added to your balance`,
    available: 'Available',
    creditAvailable: 'Credit available',
    movements: 'Transactions',
    payments: 'Payments',
    export: 'Export (CSV)',
  },
} as const satisfies Record<Language, object>
