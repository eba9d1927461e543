/**
 * Why a decision is made in the service's console: every one is, this risk, an emergency, an extra
 * verification, the step's policy, or an answer that is not clear.
 */
export type LinkReason = 'mode' | 'risk' | 'emergency' | 'step-up' | 'policy' | 'unclear';
