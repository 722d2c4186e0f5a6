/** React reads it: whether a test drives it step by step with `act`. */
declare var IS_REACT_ACT_ENVIRONMENT: boolean
