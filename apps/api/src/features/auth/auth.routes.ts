import { authRoutes, emailChangeRoutes, projectRoutes, quickLoginRoutes, secondFactorRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './email-change.service.ts'
import { login } from './login.service.ts'
import { beginPasskeyLogin, finishLogin, finishPasskeyLogin } from './login-ticket.service.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkey.service.ts'
import { changePassword, confirmPassword, resetPassword, sendPasswordCode, sendReset } from './password.service.ts'
import { beginQuickLogin, finishQuickLogin, listChannels, unlinkChannel } from './quick-login.service.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  viewSecondFactor,
} from './second-factor.service.ts'
import { endOtherSessions, endSession, issueTemporarySession, listOwnSessions, logout } from './session.service.ts'
import { activate, register, sendActivation } from './sign-up.service.ts'

export function serveAuth(serve: Serve, deps: Deps): void {
  serve(projectRoutes.visitor, (_input, { network }) => issueTemporarySession(deps.db, deps.clock(), network))
  serve(authRoutes.login, ({ body }, caller) => login(deps, body, caller))
  serve(authRoutes.logout, (_input, { session }) => logout(deps, session))
  serve(authRoutes.register, ({ body }, caller) => register(deps, body, caller))
  serve(authRoutes.activeEmail, ({ body }, caller) => sendActivation(deps, body, caller))
  serve(authRoutes.activate, ({ body }, caller) => activate(deps, body.key, caller))
  serve(authRoutes.resetSend, ({ body }, caller) => sendReset(deps, body, caller))
  serve(authRoutes.resetPassword, ({ body }, caller) => resetPassword(deps, body, caller))
  serve(authRoutes.sendPasswordCode, (_input, caller) => sendPasswordCode(deps, caller))
  serve(authRoutes.changePassword, ({ body }, caller) => changePassword(deps, caller, body))
  serve(authRoutes.confirmPassword, ({ body }, { session }) => confirmPassword(deps, session, body.password))
  serve(authRoutes.sessions, async (_input, { session }) => ({ sessions: await listOwnSessions(deps, session) }))
  serve(authRoutes.endSession, ({ params }, { session }) => endSession(deps, session, params.sessionId))
  serve(authRoutes.endOtherSessions, async (_input, { session }) => ({ ended: await endOtherSessions(deps, session) }))
  serve(quickLoginRoutes.list, (_input, { session }) => listChannels(deps, session))
  serve(quickLoginRoutes.loginUrl, ({ query }, caller) => beginQuickLogin(deps, query, caller))
  serve(quickLoginRoutes.callback, ({ body }, caller) => finishQuickLogin(deps, body, caller))
  serve(quickLoginRoutes.unlink, ({ body }, { session }) => unlinkChannel(deps, session, body.channel))
  serve(emailChangeRoutes.request, ({ body }, { session }) => requestEmailChange(deps, session, body))
  serve(emailChangeRoutes.confirm, ({ body }) => confirmEmailChange(deps, body.key))
  serve(emailChangeRoutes.undo, ({ body }) => undoEmailChange(deps, body.key))
  serve(secondFactorRoutes.view, (_input, { session }) => viewSecondFactor(deps, session))
  serve(secondFactorRoutes.begin, (_input, { session }) => beginSecondFactor(deps, session))
  serve(secondFactorRoutes.confirm, ({ body }, { session }) => confirmSecondFactor(deps, session, body.code))
  serve(secondFactorRoutes.renewCodes, ({ body }, { session }) => renewRecoveryCodes(deps, session, body))
  serve(secondFactorRoutes.turnOff, ({ body }, { session }) => turnOffSecondFactor(deps, session, body))
  serve(secondFactorRoutes.beginPasskey, (_input, { session }) => beginPasskey(deps, session))
  serve(secondFactorRoutes.addPasskey, ({ body }, { session }) => addPasskey(deps, session, body))
  serve(secondFactorRoutes.removePasskey, ({ params }, { session }) => removePasskey(deps, session, params.passkeyId))
  serve(secondFactorRoutes.beginPasskeyLogin, (_input, caller) => beginPasskeyLogin(deps, caller))
  serve(secondFactorRoutes.finishPasskeyLogin, ({ body }, caller) => finishPasskeyLogin(deps, body, caller))
  serve(secondFactorRoutes.finishLogin, ({ body }, caller) => finishLogin(deps, body, caller))
}
