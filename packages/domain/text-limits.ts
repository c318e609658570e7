/** Characters of texts that people write, in contracts and forms. */

/** Reason of an action. */
export const maxReasonLength = 500
/** Note about a customer. */
export const maxCustomerNoteLength = 4000
/** Message or note about an order. */
export const maxOrderMessageLength = 4000
