/**
 * gRPC status numbers that the service answers with, and the HTTP status of each
 * (docs/spec/deployments.md#errors).
 */
const httpStatusByCode = {
  2: 500,
  3: 400,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  12: 501,
  13: 500,
  14: 503,
  16: 401,
} as const;

type GrpcCode = keyof typeof httpStatusByCode;

interface ServiceErrorExtras {
  /** Overrides the status that belongs to the code, where HTTP has a better one (405, 413). */
  readonly httpStatus?: number;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer other than 200. Thrown by handlers, turned into `{code, message, details?}` at one
 * place (application.ts).
 */
export class ServiceError extends Error {
  readonly code: number;
  readonly httpStatus: number;
  readonly details: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: GrpcCode, message: string, extras: ServiceErrorExtras = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.httpStatus = extras.httpStatus ?? httpStatusByCode[code];
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }

  /** The response body. `details` is absent when there are none, as deployments do it. */
  body(): object {
    return this.details === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, details: this.details };
  }
}

/** 400: the request is malformed or names something that cannot be. */
export const invalidArgument = (message: string): ServiceError => new ServiceError(3, message);

/** 400: well-formed, but the object's state does not allow it. */
export const failedPrecondition = (message: string): ServiceError => new ServiceError(9, message);

/** 404: no such object. `what` is the kind in words, for example `app entitlement`. */
export const notFound = (what: string, id: string): ServiceError =>
  new ServiceError(5, `${what} not found: ${id}`);

/** 403: the caller, or the person the call is about, may not. */
export const permissionDenied = (message: string): ServiceError => new ServiceError(7, message);
