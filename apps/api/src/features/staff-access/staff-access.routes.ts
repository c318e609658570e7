import { staffAccessRoutes, staffAdminRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  beginPasskeyStepUp,
  confirmApp,
  removePasskey,
  renewCodes,
  stepUp,
  stepUpWithPasskey,
  viewSecondFactor,
} from './own-factor.service.ts'
import {
  beginEnrolmentApp,
  beginEnrolmentPasskey,
  choosePassword,
  confirmEnrolmentApp,
  confirmEnrolmentPasskey,
  viewEnrolment,
} from './staff-enrolment.service.ts'
import { beginPasskeyLogin, login, loginWithCode, loginWithPasskey } from './staff-login.service.ts'
import {
  addMember,
  disable,
  enable,
  endMemberSessions,
  listAllMembers,
  resetFactor,
  updateMember,
} from './staff-member.service.ts'
import { addRole, listAllRoles, removeRole, updateRole } from './staff-role.service.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listOwnSessions,
  logout,
  setLetterKeys,
  viewMe,
} from './staff-session.service.ts'

export function serveStaffAccess(serve: Serve, deps: Deps): void {
  const own = staffAccessRoutes
  serve(own.login, ({ body }, caller) => login(deps, body, caller))
  serve(own.loginWithCode, ({ body }, caller) => loginWithCode(deps, body, caller))
  serve(own.beginPasskeyLogin, (_input, caller) => beginPasskeyLogin(deps, caller))
  serve(own.loginWithPasskey, ({ body }, caller) => loginWithPasskey(deps, body, caller))
  serve(own.viewEnrolment, ({ body }) => viewEnrolment(deps, body.key))
  serve(own.choosePassword, ({ body }, caller) => choosePassword(deps, body, caller))
  serve(own.beginEnrolmentApp, (_input, caller) => beginEnrolmentApp(deps, caller))
  serve(own.confirmEnrolmentApp, ({ body }, caller) => confirmEnrolmentApp(deps, body, caller))
  serve(own.beginEnrolmentPasskey, (_input, caller) => beginEnrolmentPasskey(deps, caller))
  serve(own.confirmEnrolmentPasskey, ({ body }, caller) => confirmEnrolmentPasskey(deps, body, caller))
  serve(own.me, (_input, { session }) => viewMe(deps, session))
  serve(own.setLetterKeys, ({ body }, { session }) => setLetterKeys(deps, session, body.hasLetterKeys))
  serve(own.logout, (_input, { session }) => logout(deps, session))
  serve(own.sessions, async (_input, { session }) => ({ sessions: await listOwnSessions(deps, session) }))
  serve(own.endSession, ({ params }, { session }) => endSession(deps, session, params.sessionId))
  serve(own.endOtherSessions, async (_input, { session }) => ({ ended: await endOtherSessions(deps, session) }))
  serve(own.stepUp, ({ body }, { session }) => stepUp(deps, session, body.code))
  serve(own.beginPasskeyStepUp, (_input, { session }) => beginPasskeyStepUp(deps, session))
  serve(own.stepUpWithPasskey, ({ body }, { session }) => stepUpWithPasskey(deps, session, body))
  serve(own.changePassword, ({ body }, { session }) => changePassword(deps, session, body))
  serve(own.secondFactor, (_input, { session }) => viewSecondFactor(deps, session))
  serve(own.renewCodes, (_input, { session }) => renewCodes(deps, session))
  serve(own.beginApp, (_input, { session }) => beginApp(deps, session))
  serve(own.confirmApp, ({ body }, { session }) => confirmApp(deps, session, body.code))
  serve(own.beginPasskey, (_input, { session }) => beginPasskey(deps, session))
  serve(own.addPasskey, ({ body }, { session }) => addPasskey(deps, session, body))
  serve(own.removePasskey, ({ params }, { session }) => removePasskey(deps, session, params.passkeyId))

  const admin = staffAdminRoutes
  serve(admin.members, async () => ({ members: await listAllMembers(deps) }))
  serve(admin.add, ({ body }, { session }) => addMember(deps, session, body))
  serve(admin.update, ({ params, body }, { session }) => updateMember(deps, session, params.staffId, body))
  serve(admin.disable, ({ params }, { session }) => disable(deps, session, params.staffId))
  serve(admin.enable, ({ params }, { session }) => enable(deps, session, params.staffId))
  serve(admin.resetFactor, ({ params }, { session }) => resetFactor(deps, session, params.staffId))
  serve(admin.endSessions, ({ params }, { session }) => endMemberSessions(deps, session, params.staffId))
  serve(admin.roles, async () => ({ roles: await listAllRoles(deps) }))
  serve(admin.addRole, ({ body }, { session }) => addRole(deps, session, body))
  serve(admin.updateRole, ({ params, body }, { session }) => updateRole(deps, session, params.roleId, body))
  serve(admin.removeRole, ({ params }, { session }) => removeRole(deps, session, params.roleId))
}
