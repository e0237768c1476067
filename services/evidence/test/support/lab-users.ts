import { call, PASSWORD, type RunningService } from './running-service.ts'

/** Password that tests change to. */
export const NEW_PASSWORD = 'staple battery horse correct'

/** User of a test, with an access token. */
export interface LabUser {
  readonly id: string
  readonly username: string
  readonly token: string
}

/** Returns requests that start and end access of users. `admin` returns the administrator who sends them. */
export const labUsers = (service: () => RunningService, admin: () => LabUser) => ({
  logIn: async (username: string, password = PASSWORD) =>
    (await call(service(), undefined, 'POST', '/v1/auth/login', { username, password })).body,
  refresh: (refresh_token: string) =>
    call(service(), undefined, 'POST', '/v1/auth/refresh', { refresh_token }),
  remove: (id: string) => call(service(), admin().token, 'DELETE', `/v1/auth/users/${id}`),
  change: (id: string, body: object) => call(service(), admin().token, 'PATCH', `/v1/auth/users/${id}`, body),
  changePassword: ({ token }: LabUser) =>
    call(service(), token, 'POST', '/v1/auth/password', {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    }),
})
