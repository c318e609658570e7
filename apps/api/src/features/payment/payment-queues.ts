/** Queues of work on payments, each with the id of what it is about. */
export const endSessionJob = 'payment-end-session'
export const captureCreditJob = 'payment-capture-credit'
export const refundJob = 'payment-refund'
