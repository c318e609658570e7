/**
 * What became of a mail. `refused`: the mail server will never accept it. `waiting` and `retrying` are
 * jobs that will send it; `failed` is a job that was given up.
 */
export const mailStates = ['sent', 'refused', 'waiting', 'retrying', 'failed'] as const
export type MailState = (typeof mailStates)[number]
