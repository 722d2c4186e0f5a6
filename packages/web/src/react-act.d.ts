/** React reads this variable to know whether a test uses `act`. */
declare var IS_REACT_ACT_ENVIRONMENT: boolean
