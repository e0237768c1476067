import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Principal } from './authentication.ts'
import { checkPageRequest, sessionCookie, sessionTokenOf, setSessionCookie } from './session-cookie.ts'

const TOKEN = 'x'.repeat(43)

const requestOf = (headers: Record<string, string>, method = 'POST', protocol = 'http') =>
  ({ headers, method, protocol, host: headers.host ?? 'lab.example' }) as unknown as FastifyRequest

describe('the session cookie of a page', () => {
  it('is found among other cookies, and must be the only one', () => {
    const read = (cookie: string) => sessionTokenOf(requestOf({ cookie }))
    expect(read(`a=1; assay_session=${TOKEN}; b="2"`)).toBe(TOKEN)
    expect(read(`assay_session=${TOKEN}; assay_session=${TOKEN}`)).toBe(TOKEN)
    for (const none of ['', 'a=1', 'xassay_session=1', 'assay_session', 'assay_session='])
      expect(read(none)).toBeUndefined()
    expect(() => read(`assay_session=${TOKEN}; assay_session=other`)).toThrow(/two different sessions/)
  })

  it('lets unsafe methods pass with the header of the page and from this origin only', () => {
    const passes = (headers: Record<string, string>, method?: string) => {
      try {
        checkPageRequest(requestOf(headers, method))
        return true
      } catch {
        return false
      }
    }
    const page = { 'x-assay-page': '1' }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(passes({}, method)).toBe(true)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(passes({}, method)).toBe(false)
      expect(passes(page, method)).toBe(true)
      expect(passes({ ...page, 'sec-fetch-site': 'cross-site' }, method)).toBe(false)
      expect(passes({ ...page, 'sec-fetch-site': 'same-site', origin: 'http://lab.example' }, method)).toBe(
        false,
      )
    }
    expect(passes({ ...page, origin: 'https://LAB.example' })).toBe(true)
    for (const origin of ['null', '', 'http://lab.example.evil', 'http://lab.example:8080', 'lab.example'])
      expect([origin, passes({ ...page, origin })]).toEqual([origin, false])
  })

  it('asks for the session of a token only if it looks like one', async () => {
    const asked: string[] = []
    const principal: Principal = { subject: 'ada', method: 'cookie', claims: {} }
    const authenticate = sessionCookie(async (token) => {
      asked.push(token)
      return token === TOKEN ? principal : undefined
    })
    const attempt = (cookie: string) => authenticate(requestOf({ cookie }, 'GET'))
    expect(await attempt('a=1')).toBeUndefined()
    expect(await attempt(`assay_session=${TOKEN}`)).toBe(principal)
    for (const token of ['short', 'y'.repeat(43), `${'z'.repeat(42)}'`])
      await expect(attempt(`assay_session=${token}`)).rejects.toThrow(/session has ended/)
    expect(asked).toEqual([TOKEN, 'y'.repeat(43)])
  })

  it('is set without a path, and secure when the browser came over HTTPS', () => {
    const set = (request: FastifyRequest) => {
      const headers: Record<string, string> = {}
      const reply = {
        header(name: string, value: string) {
          headers[name] = value
          return reply
        },
      }
      setSessionCookie(request, reply as unknown as FastifyReply, { token: TOKEN, maxAgeSeconds: 60 })
      return headers['set-cookie']
    }
    const plain = `assay_session=${TOKEN}; Max-Age=60; HttpOnly; SameSite=Strict`
    expect(set(requestOf({}))).toBe(plain)
    expect(set(requestOf({}, 'POST', 'https'))).toBe(`${plain}; Secure`)
    expect(set(requestOf({ origin: 'https://lab.example' }))).toBe(`${plain}; Secure`)
  })
})
